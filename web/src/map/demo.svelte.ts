import type { Owners } from './types';

/** The part of the demo that changes: a test claims a route and watches its cars land. */
export const demo = $state<{ claims: Owners }>({ claims: [] });
