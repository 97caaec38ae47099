// What the map says about its routes and cities, in the language of the page.
import type { Target } from '../map/types';
import { cityOf, routeOf } from '../model/board';
import type { Position } from '../model/position';
import { goodsLeft } from '../model/position';
import type { Words } from '../words';
import type { Names } from '../words/say';
import { placeName, routeName } from '../words/say';

export function routeLabel(words: Words, position: Position, names: Names, index: number): string {
  const { board } = position.edition;
  const route = routeOf(board, index);
  const name = routeName(words, board, cityOf(board, route.a).id, cityOf(board, route.b).id);
  const owner = position.claims[index] ?? null;
  const parts = [words.board.route(name, route.length, words.card[route.color])];
  if (route.track > 0) parts.push(words.board.track(route.track));
  if (route.tunnel) parts.push(words.board.tunnel);
  if (route.ferry > 0) parts.push(words.board.ferry(route.ferry));
  parts.push(owner === null ? words.board.free : words.board.ownedBy(names(owner)));
  return parts.join(', ');
}

export function cityLabel(words: Words, position: Position, names: Names, index: number): string {
  const { board } = position.edition;
  const city = cityOf(board, index);
  const name = placeName(words, board, city.id);
  // The map has its own language: what stands there is part of the name too.
  const parts = [name === city.name ? name : `${city.name} (${name})`];
  const station = position.stations[index] ?? null;
  const passenger = position.passengers[index] ?? null;
  const goods = position.passengers.length > 0 ? goodsLeft(position, index) : [];
  if (station !== null) parts.push(words.board.stationOf(names(station)));
  if (passenger !== null) parts.push(words.board.passengerOf(names(passenger)));
  if (goods.length > 0) parts.push(words.board.goods(goods.join(', ')));
  return parts.join(', ');
}

export function targetLabel(words: Words, position: Position, names: Names, target: Target): string {
  return target.kind === 'route'
    ? routeLabel(words, position, names, target.index)
    : cityLabel(words, position, names, target.index);
}
