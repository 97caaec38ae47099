// Dragging cards from the hand onto the map, with mouse, finger or pen.

import type { Layout } from '../../map/types';
import { distanceTo } from '../../map/walk';

/** How far a finger may slip before a press becomes a drag. */
const SLIP = 8;
/** Pixels around a route within which a card lands on it. */
const REACH = 34;

/** The nearest of these routes within reach of a point of the map; of parallel tracks the nearer one. */
export function dropRoute(
  layout: Layout,
  routes: Iterable<number>,
  x: number,
  y: number,
  reach: number,
): number | null {
  let best: number | null = null;
  let least = reach;
  for (const route of routes) {
    const d = distanceTo(layout, route, x, y);
    if (d <= least && (best === null || d < least)) {
      least = d;
      best = route;
    }
  }
  return best;
}

/** The route of `routes` under a point of the window, if the map is there. */
export function routeAt(
  layout: Layout,
  routes: Iterable<number>,
  clientX: number,
  clientY: number,
): number | null {
  const under = document.elementFromPoint(clientX, clientY)?.closest('.board');
  const sheet = under?.querySelector<SVGSVGElement>('svg svg');
  const matrix = sheet?.getScreenCTM();
  if (!matrix) return null;
  const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  return dropRoute(layout, routes, point.x, point.y, REACH / matrix.a);
}

export interface Drag {
  /** The pointer moves with the card. */
  over(clientX: number, clientY: number): void;
  drop(clientX: number, clientY: number): void;
  cancel(): void;
}

/** From a press on a card on: follows the pointer with a copy of the card, once it has moved. */
export function startDrag(event: PointerEvent, drag: Drag): void {
  if (event.button !== 0) return;
  const source = event.currentTarget as HTMLElement;
  const from = { x: event.clientX, y: event.clientY };
  let ghost: HTMLElement | null = null;

  const pick = () => {
    const box = source.getBoundingClientRect();
    ghost = source.querySelector('svg')?.parentElement?.cloneNode(true) as HTMLElement;
    ghost.setAttribute('aria-hidden', 'true');
    Object.assign(ghost.style, {
      position: 'fixed',
      left: '0',
      top: '0',
      width: `${box.width}px`,
      pointerEvents: 'none',
      zIndex: '100',
      opacity: '0.9',
    });
    document.body.append(ghost);
  };
  const move = (e: PointerEvent) => {
    if (e.pointerId !== event.pointerId) return;
    if (!ghost && Math.hypot(e.clientX - from.x, e.clientY - from.y) < SLIP) return;
    if (!ghost) pick();
    // Above a finger, so that the map below it can be seen.
    const lift = e.pointerType === 'mouse' ? 20 : 60;
    if (ghost)
      ghost.style.transform = `translate(calc(${e.clientX}px - 50%), ${e.clientY - lift}px) rotate(-4deg)`;
    drag.over(e.clientX, e.clientY);
  };
  const stop = (e: PointerEvent) => {
    if (e.pointerId !== event.pointerId) return;
    for (const [name, listener] of listeners) removeEventListener(name, listener as EventListener);
    if (!ghost) return;
    ghost.remove();
    // A click that follows at once is part of the drag.
    const swallow = (click: Event) => click.stopPropagation();
    addEventListener('click', swallow, { capture: true });
    setTimeout(() => {
      removeEventListener('click', swallow, { capture: true });
      if (e.type === 'pointerup') drag.drop(e.clientX, e.clientY);
      else drag.cancel();
    });
  };
  const listeners = [
    ['pointermove', move],
    ['pointerup', stop],
    ['pointercancel', stop],
  ] as const;
  for (const [name, listener] of listeners) addEventListener(name, listener as EventListener);
}
