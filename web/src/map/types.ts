// What the map needs to know. The model's Board fits BoardMap as it is.

export interface BoardMap {
  readonly id: string;
  readonly cities: readonly { readonly id: string; readonly name: string; readonly country: string | null }[];
  readonly routes: readonly BoardRoute[];
}

export interface BoardRoute {
  readonly a: number;
  readonly b: number;
  readonly length: number;
  readonly color: string;
  /** Locomotive symbols; 0 on land. */
  readonly ferry: number;
  readonly tunnel: boolean;
}

/** By index of the route or city: who owns it. Absent, null and undefined mean nobody. */
export type Owners = readonly (number | null | undefined)[];

export interface SeatLook {
  readonly color: string;
  readonly shape: Shape;
}

export type Shape = 'block' | 'pill' | 'point' | 'notch' | 'slant';

export interface Highlights {
  /** Can be claimed now: they glow. */
  readonly claimable?: ReadonlySet<number>;
  /** Missing links of the viewer's tickets. */
  readonly wanted?: ReadonlySet<number>;
  /** Pointed at somewhere else on the page, in the log for example. */
  readonly hovered?: ReadonlySet<number>;
  /** Matter little now. */
  readonly dimmed?: ReadonlySet<number>;
  /** Cities that can be chosen now: they glow. */
  readonly cities?: ReadonlySet<number>;
}

/** A mark on a city: the end of a ticket. */
export type Mark = 'open' | 'done' | 'lost';

export type Target = { readonly kind: 'route' | 'city'; readonly index: number };

/** What Board.svelte is given. */
export interface BoardProps {
  map: BoardMap;
  layout: Layout;
  seats: readonly SeatLook[];
  claims?: Owners;
  stations?: Owners;
  passengers?: Owners;
  /** By city: the tiles that still lie there, highest first. */
  goods?: readonly (readonly number[])[];
  marks?: ReadonlyMap<number, Mark>;
  highlights?: Highlights;
  /** No motion, whatever the system says. */
  still?: boolean;
  onroute?: (index: number) => void;
  oncity?: (index: number) => void;
  onhover?: (target: Target | null) => void;
  /** What a tooltip says, for example why a route cannot be claimed; nothing: no tooltip. */
  tip?: (target: Target) => string;
  /** Accessible names, in the language of the page. */
  nameOf?: (target: Target) => string;
  words?: { board: string; closer: string; farther: string; whole: string };
}

// A layout, as layout/output.ts writes it.
export interface Layout {
  readonly map: string;
  readonly view: readonly number[];
  readonly car: readonly number[];
  readonly dot: number;
  readonly font: number;
  readonly smaller: number;
  readonly tile: number;
  readonly cities: readonly Place[];
  readonly routes: readonly Track[];
  readonly back: Readonly<Record<string, string>>;
}

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly label: {
    readonly x: number;
    /** Baseline of the first line. */
    readonly y: number;
    readonly anchor: string;
    readonly lines: readonly string[];
    /** Upper edge of the row of goods. */
    readonly tiles?: number;
    readonly leader?: readonly number[];
  };
}

export interface Track {
  /** Middle and direction in degrees of each car. */
  readonly slots: readonly (readonly number[])[];
  /** The line from city to city; empty on further parallel tracks. */
  readonly line: string;
}
