// English. German has the same keys (de.ts); the compiler and words.test.ts see to that. Functions take texts and numbers only.

const s = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const en = {
  language: 'English',
  /** In front of the last of several things. */
  and: 'and',
  or: 'or',

  card: {
    purple: 'purple',
    white: 'white',
    blue: 'blue',
    yellow: 'yellow',
    orange: 'orange',
    black: 'black',
    red: 'red',
    green: 'green',
    locomotive: 'locomotive',
    locomotive4: 'locomotive 4+',
    passenger: 'passenger',
    gray: 'gray',
    unknown: 'unknown',
  },
  /** Behind "with". */
  paid: {
    purple: (n: number) => `${n} purple`,
    white: (n: number) => `${n} white`,
    blue: (n: number) => `${n} blue`,
    yellow: (n: number) => `${n} yellow`,
    orange: (n: number) => `${n} orange`,
    black: (n: number) => `${n} black`,
    red: (n: number) => `${n} red`,
    green: (n: number) => `${n} green`,
    locomotive: (n: number) => s(n, 'locomotive', 'locomotives'),
    locomotive4: (n: number) => s(n, 'locomotive 4+', 'locomotives 4+'),
    passenger: (n: number) => s(n, 'passenger card', 'passenger cards'),
  },
  /** One card, behind "draws" or "takes". */
  oneCard: {
    purple: 'a purple card',
    white: 'a white card',
    blue: 'a blue card',
    yellow: 'a yellow card',
    orange: 'an orange card',
    black: 'a black card',
    red: 'a red card',
    green: 'a green card',
    locomotive: 'a locomotive',
    locomotive4: 'a locomotive 4+',
    passenger: 'a passenger card',
  },
  seatColor: {
    blue: 'Blue',
    red: 'Red',
    green: 'Green',
    yellow: 'Yellow',
    black: 'Black',
    white: 'White',
    purple: 'Purple',
  },
  /** Names of places that the map file has in another language. */
  place: {
    Daenemark: 'Denmark',
    Niederlande: 'Netherlands',
    Frankreich: 'France',
    Schweiz: 'Switzerland',
    Oesterreich: 'Austria',
  },
  /** Behind "travels". */
  towards: {
    Daenemark: 'to Denmark',
    Niederlande: 'to the Netherlands',
    Frankreich: 'to France',
    Schweiz: 'to Switzerland',
    Oesterreich: 'to Austria',
  },
  towardsCity: (city: string) => `to ${city}`,
  deck: { short: 'short', long: 'long', regular: 'regular' },

  count: {
    points: (n: number) => s(n, 'point', 'points'),
    trains: (n: number) => s(n, 'train', 'trains'),
    cards: (n: number) => s(n, 'card', 'cards'),
    tickets: (n: number) => s(n, 'ticket', 'tickets'),
    stations: (n: number) => s(n, 'station', 'stations'),
    passengers: (n: number) => s(n, 'passenger', 'passengers'),
    players: (n: number) => s(n, 'player', 'players'),
    turns: (n: number) => s(n, 'turn', 'turns'),
    seconds: (n: number) => s(n, 'second', 'seconds'),
    watching: (n: number) => s(n, 'person watching', 'people watching'),
  },

  log: {
    draw: (name: string) => `${name} draws a card`,
    drawCard: (name: string, card: string) => `${name} draws ${card}`,
    take: (name: string, card: string) => `${name} takes ${card}`,
    tickets: (name: string, tickets: string) => `${name} draws ${tickets}`,
    mix: (name: string, mix: string) => `${name} draws tickets: ${mix}`,
    offer: (name: string, tickets: string) => `On offer to ${name}: ${tickets}`,
    kept: (name: string, tickets: string) => `${name} keeps ${tickets}`,
    claim: (name: string, route: string, length: number, cards: string) =>
      `${name} claims ${route} (${length}) with ${cards}`,
    tunnel: (name: string, route: string, length: number, cards: string) =>
      `${name} tries the tunnel ${route} (${length}) with ${cards}`,
    revealed: (card: string) => `Revealed: ${card}`,
    built: (name: string, route: string) => `${name} builds ${route} without a surcharge`,
    pay: (name: string, cards: string) => `${name} pays the surcharge with ${cards}`,
    decline: (name: string) => `${name} does not pay and takes the cards back`,
    station: (name: string, city: string, cards: string) =>
      `${name} builds a station in ${city} with ${cards}`,
    place: (name: string, city: string) => `${name} puts a passenger in ${city}`,
    skip: (name: string) => `${name} puts no passenger on the board`,
    move: (name: string, city: string) => `${name} sends the passenger of ${city} on a journey`,
    go: (name: string, towards: string) => `${name}’s passenger travels ${towards}`,
    goTile: (name: string, towards: string, tile: number) =>
      `${name}’s passenger travels ${towards} and takes goods worth ${tile}`,
    foreign: (sentence: string, owner: string) => `${sentence}, on ${owner}’s route`,
    stop: (name: string, points: number) => `${name}’s journey ends; goods worth ${points} in all`,
    pass: (name: string) => `${name} can do nothing and passes`,
    first: (name: string) => `${name} begins`,
    reset: 'The row is thrown away and filled anew',
    reshuffle: (n: number) => `The discards are shuffled: the deck has ${s(n, 'card', 'cards')} again`,
    lastRound: (name: string, trains: number) =>
      `${name} has ${s(trains, 'train', 'trains')} left: the last round begins`,
    end: (reason: string) => `The game is over: ${reason}`,
    wins: (name: string, points: number) => `${name} wins with ${s(points, 'point', 'points')}`,
    share: (names: string, points: number) =>
      `${names} share the victory with ${s(points, 'point', 'points')}`,
    forfeit: (name: string) => `${name} gives the game up`,
    undo: (name: string) => `${name} takes back`,
    refusal: (name: string) => `${name} tried something that is not allowed`,
    timeout: (name: string) => `${name} took too long`,
    takeover: (name: string) => `A bot plays for ${name}`,
    disconnect: (name: string) => `${name} has lost the connection`,
    reconnect: (name: string) => `${name} is back`,
    unknown: (name: string) => `${name} did something that is not known`,
  },

  ending: {
    last_round: 'the last round is played',
    all_passed: 'nobody can do anything',
    turn_limit: 'too many turns were played',
    forfeit: 'a player gave up',
  },

  phase: {
    mix: 'announce the mix of your first tickets',
    start: 'choose your first tickets',
    turn: 'take cards, claim a route or draw tickets',
    second: 'take the second card',
    choose: 'choose tickets',
    tunnel: 'pay the surcharge or not',
    place: 'put a passenger on the board or not',
    journey: 'travel on or stop',
    over: 'the game is over',
  },

  why: {
    taken: (name: string) => `Belongs to ${name}`,
    over: 'The game is over',
    parallelOwned: 'You own a parallel route',
    parallelClosed: (name: string) =>
      `Closed: with two or three players only one of parallel routes may be built, and ${name} has it`,
    trains: (have: number, need: number) => `Not enough trains: you have ${have} of ${need}`,
    ferry: (have: number, need: number) =>
      `The ferry needs ${s(need, 'locomotive', 'locomotives')}: you have ${have}`,
    cards: (have: number, need: number) =>
      `Not enough cards of one color: you have ${have} of ${need} with locomotives`,
    cardsOf: (color: string, have: number, need: number) =>
      `Not enough ${color} cards: you have ${have} of ${need} with locomotives`,
    stationThere: (name: string) => `${name} has a station here`,
    noStationLeft: 'You have built all your stations',
    notYourTurn: (name: string) => `It is ${name}’s turn`,
    notNow: (phase: string) => `Not now: ${phase}`,
  },

  ticket: {
    done: 'done',
    open: (trains: number) => `${s(trains, 'train', 'trains')} to go`,
    station: (stations: number) => `only with ${s(stations, 'more station', 'more stations')}`,
    hope: 'only if others build what your stations can use',
    lost: 'no longer possible',
  },

  score: {
    title: 'Final score',
    players: 'Players',
    routes: 'Routes',
    tickets: 'Tickets',
    bonus: 'Longest path',
    mostTickets: 'Most tickets',
    stations: 'Stations not built',
    goods: 'Goods',
    total: 'Total',
    winner: 'Winner',
    soFar: 'Points so far',
    ticketsOf: (done: number, failed: number) => `${done} done, ${failed} not`,
    longestOf: (length: number) => `length ${length}`,
  },
};

export type GameWords = typeof en;
