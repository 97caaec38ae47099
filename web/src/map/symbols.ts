// Shapes as SVG path data. Symbols of cards fill a square from -5 to 5; cars are made to measure.
import type { Shape } from './types';

export const cardSymbol: Readonly<Record<string, string>> = {
  red: 'M0-4.6A4.6 4.6 0 1 1 0 4.6 4.6 4.6 0 0 1 0-4.6Z',
  orange: 'M0-5A5 5 0 0 1 0 5 5 5 0 0 1 0-5ZM0-2.2A2.2 2.2 0 0 0 0 2.2 2.2 2.2 0 0 0 0-2.2Z',
  yellow: 'M-1.6-5H1.6V-1.6H5V1.6H1.6V5H-1.6V1.6H-5V-1.6H-1.6Z',
  green: 'M-5-3.6H5L0 5Z',
  blue: 'M-5 3.6H5L0-5Z',
  purple: 'M0-5.4 5 0 0 5.4-5 0Z',
  black: 'M-5-4.4H5V-1.4H-5ZM-5 1.4H5V4.4H-5Z',
  white: 'M-4.3-4.3H4.3V4.3H-4.3Z',
  gray: '',
  // A wheel with spokes; the second one has a four-leafed hub.
  locomotive:
    'M0-5A5 5 0 0 1 0 5 5 5 0 0 1 0-5ZM-.7-3.6A3.7 3.7 0 0 0-3.6-.7H-.7ZM.7-3.6V-.7H3.6A3.7 3.7 0 0 0 .7-3.6ZM-3.6.7A3.7 3.7 0 0 0-.7 3.6V.7ZM.7.7V3.6A3.7 3.7 0 0 0 3.6.7Z',
  locomotive4: 'M0-5 1.5-1.5 5 0 1.5 1.5 0 5-1.5 1.5-5 0-1.5-1.5Z',
  passenger: 'M0-5A2.1 2.1 0 0 1 0-.8 2.1 2.1 0 0 1 0-5ZM-3.4 5C-3.4 1.4-2.2-.2 0-.2S3.4 1.4 3.4 5Z',
};

/** Outline of a car of this size around 0, seen from above. */
export function carShape(shape: Shape, length: number, width: number): string {
  const x = length / 2;
  const y = width / 2;
  const c = width * 0.18;
  switch (shape) {
    case 'block':
      return `M${-x + c} ${-y}H${x - c}L${x} ${-y + c}V${y - c}L${x - c} ${y}H${-x + c}L${-x} ${y - c}V${-y + c}Z`;
    case 'pill':
      return `M${-x + y} ${-y}H${x - y}A${y} ${y} 0 0 1 ${x - y} ${y}H${-x + y}A${y} ${y} 0 0 1 ${-x + y} ${-y}Z`;
    case 'point':
      return `M${-x + y} ${-y}H${x - y}L${x} 0L${x - y} ${y}H${-x + y}L${-x} 0Z`;
    case 'notch':
      return `M${-x} ${-y}H${x}L${x - y * 0.8} 0L${x} ${y}H${-x}L${-x + y * 0.8} 0Z`;
    case 'slant':
      return `M${-x + y} ${-y}H${x}L${x - y} ${y}H${-x}Z`;
  }
}

/** The mark on the roof, a second sign beside the outline, for small pictures. */
export function roofMark(shape: Shape, length: number, width: number): string {
  const x = length / 2;
  const y = width / 2;
  const bar = (at: number, half: number) =>
    `M${at - half} ${-y * 0.55}H${at + half}V${y * 0.55}H${at - half}Z`;
  const dot = (at: number, r: number) =>
    `M${at - r} 0A${r} ${r} 0 0 1 ${at + r} 0A${r} ${r} 0 0 1 ${at - r} 0Z`;
  switch (shape) {
    case 'block':
      return `M${-x * 0.62} ${-y * 0.2}H${x * 0.62}V${y * 0.2}H${-x * 0.62}Z`;
    case 'pill':
      return dot(-x * 0.42, y * 0.42) + dot(x * 0.42, y * 0.42);
    case 'point':
      return `M0 ${-y * 0.6}L${y * 0.75} 0L0 ${y * 0.6}L${-y * 0.75} 0Z`;
    case 'notch':
      return bar(-x * 0.25, 1.5) + bar(x * 0.25, 1.5);
    case 'slant':
      return `M${-x * 0.1} ${-y * 0.6}H${x * 0.25}L${x * 0.1} ${y * 0.6}H${-x * 0.25}Z`;
  }
}
