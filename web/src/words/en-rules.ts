// The rules in English, in our own words (the reference is docs/rules.md). Fetched when somebody wants to read them. German: de-rules.ts.
// Numbers that an edition may change are handed over.

export const enRules = {
  title: 'The rules',
  lead: 'Short, and as they are played here. The table lights up whatever is possible, so nobody has to know them by heart.',
  chooseEdition: 'Rules for',
  special: 'What is special here',
  specials: {
    'usa-2004': ['The simplest edition: no ferries, no tunnels, one deck of tickets.'],
    'usa-2025': [
      'Four tickets to choose from at the start.',
      'Who gives tickets back later decides in which order they go under the deck.',
      'Three of the 33 tickets differ from the older edition; two of these are stand-ins chosen by this project.',
    ],
    'usa-mega': [
      'One large deck of 69 tickets.',
      'Two bonuses: for the longest path and for the most completed tickets.',
      'Numbers of tickets and bonuses are from memory and not verified.',
    ],
    europe: [
      'Ferries need locomotives, tunnels may cost more than they show.',
      'Stations let you use routes of others for your tickets.',
      'Everyone is dealt one long ticket. Tickets given back at the start leave the game.',
    ],
    maerklin: [
      'Passengers travel along the routes and collect goods.',
      'Before you draw tickets you say how many short and how many long ones you want.',
      'A second kind of locomotive helps on long routes only.',
      'Some tickets lead to neighbouring countries.',
    ],
  },
  idea: 'What it is about',
  ideaText:
    'You collect colored cards and pay with them for routes between neighbouring cities. Your tickets are secret; each names two cities. If your own routes join them at the end, you get the ticket’s points, otherwise you lose as many. The most points win.',
  start: 'At the start',
  startCards: (trains: number, cards: number, row: number) =>
    `Everyone has ${trains} trains and ${cards} cards. Beside the deck lie ${row} cards face up: the row.`,
  startTickets: (dealt: number, keep: number) =>
    `Everyone looks at ${dealt} tickets and keeps at least ${keep} of them. All choose at the same time. Who begins is drawn by lot.`,
  turn: 'Your turn',
  turnText: 'You do exactly one of the following things.',
  take: 'Take cards',
  takeText: [
    'Take two cards, each from the row or unseen from the deck. A gap in the row is filled at once, so you can already see the new card before you choose the second.',
    'A locomotive stands for any color. Taking one from the row uses up the whole turn: it is your only card, and it cannot be your second. From the deck, a locomotive is just luck.',
    'If three locomotives lie in the row, all five cards are replaced.',
  ],
  takePassengers:
    'Passenger cards and locomotives 4+ are taken from the row like colors. Three passenger cards in the row are replaced as well.',
  claim: 'Claim a route',
  claimText: [
    'Pay as many cards as the route has spaces, all of the route’s color. Gray routes take any one color. Locomotives fill in for missing cards.',
    'You place a train on each space and get the points at once.',
  ],
  claimPicture: 'A green route with three spaces, paid with two green cards and a locomotive',
  spaces: 'Spaces',
  points: 'Points',
  parallel: 'Parallel routes',
  parallelText:
    'Where several routes run side by side, nobody may own more than one of them. With two or three players only one of them can be used at all.',
  draw: 'Draw tickets',
  drawText: (drawn: number) =>
    `Draw ${drawn} tickets and keep at least one. The others go under the deck. Open tickets cost points at the end, so think twice when time is short.`,
  drawMix: 'Say first how many short and how many long ones you want.',
  more: 'Special routes and cards',
  ferry: 'Ferries',
  ferryPicture: 'A ferry with four spaces, two of them with a locomotive',
  tunnel: 'Tunnels',
  tunnelPicture: 'A tunnel with three spaces; three cards are revealed, one of them matches',
  station: 'Build a station',
  stationText: (each: number, points: number) =>
    `Everyone has ${each} stations. Each one that you never build is worth ${points} points at the end.`,
  loco4: 'Locomotives 4+',
  passengers: 'Passengers and goods',
  passengersText: [
    'When you have claimed a route you may put one of your three passengers into one of its two cities, if nobody’s passenger stands there yet.',
    'Instead of something else you may send a passenger on a journey: along your own routes, each at most once. A route of somebody else can be used too, for one passenger card.',
    'In every city on the way you take the most valuable goods that are left. Early travellers get more. After the journey the passenger leaves the game.',
  ],
  goods: (tiles: string) => `Goods of a city: ${tiles}`,
  countries: 'Countries',
  countriesText:
    'A country has several ends on the map; a ticket is completed by reaching any one of them. Nobody travels or builds through a country.',
  end: 'The end',
  endText: (trains: number) =>
    `When somebody has ${trains} trains or fewer left after a turn, everyone has exactly one more turn, that player included.`,
  score: 'The score',
  scoreRoutes: 'Points for routes, counted from the beginning.',
  scoreTickets: 'Completed tickets add their points, all others take them away.',
  scoreLongest: (points: number) =>
    `The longest path of connected trains brings ${points} points; who shares it gets them too.`,
  scoreMost: (points: number) =>
    `The most completed tickets bring ${points} points; who shares that gets them too.`,
  scoreStations: (points: number) => `Every station still in stock brings ${points} points.`,
  scoreGoods: 'Goods count what is printed on them.',
  scoreTies: 'With equal points the one with more completed tickets is ahead.',
  symbols: 'Colors and symbols',
  symbolsText: 'Every color has a symbol of its own, on cards and on routes alike.',
  here: 'Playing here',
  hereText: [
    'Routes that you can claim are lit; a click on one shows how you can pay. A click on any other says why not.',
    'By keyboard: Tab goes to the map, arrow keys walk from place to place, Page Up and Page Down go through what can be claimed, Enter chooses.',
  ],

  /** For those who wonder in the middle of a game. */
  notes: {
    ferry:
      'Spaces with a locomotive must be paid with locomotives. For the others any one color will do, or more locomotives.',
    tunnel:
      'Show your cards first. Then three cards of the deck are revealed: each one of your color, and each locomotive, costs you one more card. If you cannot or do not want to pay, you take your cards back and the turn is over.',
    station:
      'Put a station into any city that has none. The first costs one card, the second two, the third three, all of one color. At the end it lets you use one route of another player into this city for your tickets.',
    locomotive:
      'A locomotive from the row uses up the whole turn, and it cannot be taken as second card. From the deck it is a card like any other.',
    locomotive4: 'Stands for any color, but only on routes with four spaces or more.',
    passenger:
      'A passenger travels along your routes, each at most once; a route of another player costs one passenger card. In every city it takes the most valuable goods left.',
    parallel:
      'Nobody may own two routes between the same cities. With two or three players only one of them can be used.',
    tickets:
      'You keep at least as many as asked for. A ticket that is not completed at the end takes its points away.',
    lastRound: 'Somebody has hardly any trains left: everyone has one more turn, then the game is over.',
    longest:
      'The longest way through connected routes of one player, counted in trains. It may come through a city several times, but uses every route once.',
  },
};

export type RulesWords = typeof enRules;
export type Topic = keyof RulesWords['notes'];
