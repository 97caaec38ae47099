// Mouse, touch and pen on the map: drag, wheel, pinch; and a tap if nothing else happened.

export interface Moves {
  pan(dx: number, dy: number): void;
  zoom(factor: number, x: number, y: number): void;
  tap(event: PointerEvent, x: number, y: number): void;
}

/** How far a finger may slip before a tap becomes a drag. */
const slip = 6;

/** Attaches to an element; returns what detaches. */
export function gestures(node: Element, moves: Moves): () => void {
  const down = new Map<number, { x: number; y: number; sx: number; sy: number }>();
  let dragged = false;
  const local = (e: { clientX: number; clientY: number }) => {
    const r = node.getBoundingClientRect();
    return { x: e.clientX - r.left, y: e.clientY - r.top };
  };

  function start(e: PointerEvent): void {
    if (e.pointerType === 'mouse' && e.button !== 0) return;
    const p = local(e);
    if (down.size === 0) dragged = false;
    down.set(e.pointerId, { ...p, sx: p.x, sy: p.y });
  }

  function move(e: PointerEvent): void {
    const old = down.get(e.pointerId);
    if (!old) return;
    const p = local(e);
    if (!dragged && Math.hypot(p.x - old.sx, p.y - old.sy) < slip && down.size === 1) return;
    if (!dragged) {
      dragged = true;
      // Only now, so that a plain click still reaches the route below it.
      for (const id of down.keys()) node.setPointerCapture(id);
    }
    const other = [...down].find(([id]) => id !== e.pointerId)?.[1];
    if (other) {
      const before = Math.hypot(old.x - other.x, old.y - other.y) || 1;
      const after = Math.hypot(p.x - other.x, p.y - other.y) || 1;
      moves.zoom(after / before, (p.x + other.x) / 2, (p.y + other.y) / 2);
      moves.pan((p.x - old.x) / 2, (p.y - old.y) / 2);
    } else {
      moves.pan(p.x - old.x, p.y - old.y);
    }
    down.set(e.pointerId, { ...old, ...p });
  }

  function end(e: PointerEvent): void {
    if (!down.delete(e.pointerId) || dragged || down.size > 0 || e.type !== 'pointerup') return;
    const p = local(e);
    moves.tap(e, p.x, p.y);
  }

  function wheel(e: WheelEvent): void {
    e.preventDefault();
    const p = local(e);
    const lines = e.deltaMode === 1 ? 16 : 1;
    moves.zoom(Math.exp(-Math.max(-120, Math.min(120, e.deltaY * lines)) * 0.0022), p.x, p.y);
  }

  const on: [string, (e: never) => void][] = [
    ['pointerdown', start],
    ['pointermove', move],
    ['pointerup', end],
    ['pointercancel', end],
    ['wheel', wheel],
  ];
  for (const [name, f] of on) node.addEventListener(name, f as EventListener, { passive: false });
  return () => {
    for (const [name, f] of on) node.removeEventListener(name, f as EventListener);
  };
}
