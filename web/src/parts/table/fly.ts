// Motion that explains: a card goes from the table into the hand.
import { still } from '../../app/settings.svelte';

/** A copy of the card at `from` flies to `to`; both are selectors. */
export function flyCard(from: string, to: readonly string[]): void {
  const source = document.querySelector<HTMLElement>(from)?.querySelector('svg')?.parentElement;
  const target = to.map((selector) => document.querySelector(selector)).find((found) => found !== null);
  if (still() || !source || !target) return;
  const start = source.getBoundingClientRect();
  const end = target.getBoundingClientRect();
  const copy = source.cloneNode(true) as HTMLElement;
  copy.setAttribute('aria-hidden', 'true');
  Object.assign(copy.style, {
    position: 'fixed',
    left: `${start.left}px`,
    top: `${start.top}px`,
    width: `${start.width}px`,
    zIndex: '90',
    pointerEvents: 'none',
  });
  document.body.append(copy);
  const flight = copy.animate(
    [
      { transform: 'none' },
      {
        transform: `translate(${end.left - start.left}px, ${end.top - start.top}px) scale(${66 / start.width})`,
      },
    ],
    { duration: 480, easing: 'cubic-bezier(0.3, 0.1, 0.2, 1)' },
  );
  flight.onfinish = () => copy.remove();
  flight.oncancel = () => copy.remove();
}
