import type { Board } from './energy.ts';
import type { MapData } from './main.ts';
import type { MapPlan } from './maps.ts';
export function backdrop(_id: string, _data: MapData, _plan: MapPlan, _board: Board): Record<string, string> {
  return {};
}
