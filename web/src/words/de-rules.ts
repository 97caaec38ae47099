// Die Regeln auf Deutsch, in eigenen Worten, mit denselben Schlüsseln wie en-rules.ts.
import type { RulesWords } from './en-rules';

export const deRules: RulesWords = {
  title: 'Die Regeln',
  lead: 'Kurz, und so, wie hier gespielt wird. Der Tisch zeigt, was möglich ist; auswendig können muss sie niemand.',
  chooseEdition: 'Regeln für',
  special: 'Das Besondere hier',
  specials: {
    'usa-2004': ['Die einfachste Ausgabe: keine Fähren, keine Tunnel, ein Stapel Zielkarten.'],
    'usa-2025': [
      'Vier Zielkarten zur Auswahl zu Beginn.',
      'Wer später Zielkarten zurückgibt, bestimmt, in welcher Reihenfolge sie unter den Stapel kommen.',
      'Drei der 33 Zielkarten sind anders als in der älteren Ausgabe; zwei davon hat dieses Projekt ersatzweise gewählt.',
    ],
    'usa-mega': [
      'Ein großer Stapel mit 69 Zielkarten.',
      'Zwei Boni: für den längsten Weg und für die meisten erfüllten Zielkarten.',
      'Anzahl der Zielkarten und Boni sind aus dem Gedächtnis und nicht geprüft.',
    ],
    europe: [
      'Fähren brauchen Lokomotiven, Tunnel können mehr kosten, als man ihnen ansieht.',
      'Mit Bahnhöfen nutzt du fremde Strecken für deine Zielkarten.',
      'Alle bekommen eine lange Zielkarte. Was zu Beginn zurückgegeben wird, scheidet aus.',
    ],
    maerklin: [
      'Passagiere reisen über die Strecken und sammeln Waren.',
      'Vor dem Ziehen von Zielkarten sagst du an, wie viele kurze und wie viele lange du willst.',
      'Eine zweite Art von Lokomotiven hilft nur auf langen Strecken.',
      'Manche Zielkarten führen in Nachbarländer.',
    ],
  },
  idea: 'Worum es geht',
  ideaText:
    'Du sammelst farbige Karten und bezahlst damit Strecken zwischen benachbarten Städten. Deine Zielkarten sind geheim; jede nennt zwei Städte. Verbinden deine eigenen Strecken sie am Ende, bekommst du die Punkte der Zielkarte, sonst verlierst du ebenso viele. Wer die meisten Punkte hat, gewinnt.',
  start: 'Zu Beginn',
  startCards: (trains, cards, row) =>
    `Alle haben ${trains} Waggons und ${cards} Karten. Neben dem Stapel liegen ${row} Karten offen: die Auslage.`,
  startTickets: (dealt, keep) =>
    `Alle sehen sich ${dealt} Zielkarten an und behalten mindestens ${keep} davon. Alle wählen gleichzeitig. Wer beginnt, wird ausgelost.`,
  turn: 'Dein Zug',
  turnText: 'Du tust genau eines von dem, was hier folgt.',
  take: 'Karten nehmen',
  takeText: [
    'Nimm zwei Karten, jede aus der Auslage oder verdeckt vom Stapel. Eine Lücke in der Auslage wird sofort gefüllt; du siehst die neue Karte also schon, bevor du die zweite wählst.',
    'Eine Lokomotive gilt als jede Farbe. Aus der Auslage kostet sie den ganzen Zug: Sie ist deine einzige Karte und darf nicht die zweite sein. Vom Stapel ist sie einfach Glück.',
    'Liegen drei Lokomotiven in der Auslage, werden alle fünf Karten ersetzt.',
  ],
  takePassengers:
    'Passagierkarten und Lokomotiven 4+ werden wie Farben aus der Auslage genommen. Auch drei Passagierkarten in der Auslage werden ersetzt.',
  claim: 'Eine Strecke bauen',
  claimText: [
    'Zahle so viele Karten, wie die Strecke Felder hat, alle in ihrer Farbe. Bei grauen Strecken gilt jede Farbe, aber nur eine. Lokomotiven ersetzen fehlende Karten.',
    'Du stellst auf jedes Feld einen Waggon und bekommst die Punkte sofort.',
  ],
  claimPicture: 'Eine grüne Strecke mit drei Feldern, bezahlt mit zwei grünen Karten und einer Lokomotive',
  spaces: 'Felder',
  points: 'Punkte',
  parallel: 'Parallele Strecken',
  parallelText:
    'Wo mehrere Strecken nebeneinander liegen, darf niemand mehr als eine davon besitzen. Zu zweit oder zu dritt kann überhaupt nur eine davon gebaut werden.',
  draw: 'Zielkarten ziehen',
  drawText: (drawn) =>
    `Zieh ${drawn} Zielkarten und behalte mindestens eine. Die übrigen kommen unter den Stapel. Offene Zielkarten kosten am Ende Punkte; überleg es dir gut, wenn die Zeit knapp wird.`,
  drawMix: 'Sag vorher an, wie viele kurze und wie viele lange du willst.',
  more: 'Besondere Strecken und Karten',
  ferry: 'Fähren',
  ferryPicture: 'Eine Fähre mit vier Feldern, zwei davon mit Lokomotive',
  tunnel: 'Tunnel',
  tunnelPicture: 'Ein Tunnel mit drei Feldern; drei Karten werden aufgedeckt, eine davon passt',
  station: 'Einen Bahnhof bauen',
  stationText: (each, points) =>
    `Alle haben ${each} Bahnhöfe. Jeder, den du nie baust, ist am Ende ${points} Punkte wert.`,
  loco4: 'Lokomotiven 4+',
  passengers: 'Passagiere und Waren',
  passengersText: [
    'Hast du eine Strecke gebaut, darfst du einen deiner drei Passagiere in eine ihrer beiden Städte stellen, wenn dort noch keiner steht.',
    'Statt etwas anderem darfst du einen Passagier auf die Reise schicken: über deine eigenen Strecken, jede höchstens einmal. Auch eine fremde Strecke geht, für eine Passagierkarte.',
    'In jeder Stadt am Weg nimmst du die wertvollste Ware, die noch da ist. Wer früh reist, bekommt mehr. Nach der Reise scheidet der Passagier aus.',
  ],
  goods: (tiles) => `Waren einer Stadt: ${tiles}`,
  countries: 'Länder',
  countriesText:
    'Ein Land hat mehrere Enden auf der Karte; für eine Zielkarte genügt irgendeines davon. Durch ein Land hindurch reist und baut niemand.',
  end: 'Das Ende',
  endText: (trains) =>
    `Hat jemand nach einem Zug noch ${trains} Waggons oder weniger, sind alle noch genau einmal am Zug, auch diese Person selbst.`,
  score: 'Die Wertung',
  scoreRoutes: 'Punkte für Strecken, von Anfang an mitgezählt.',
  scoreTickets: 'Erfüllte Zielkarten bringen ihre Punkte, alle anderen kosten sie.',
  scoreLongest: (points) =>
    `Der längste Weg aus verbundenen Waggons bringt ${points} Punkte; wer gleichauf liegt, bekommt sie auch.`,
  scoreMost: (points) =>
    `Die meisten erfüllten Zielkarten bringen ${points} Punkte; wer gleichauf liegt, bekommt sie auch.`,
  scoreStations: (points) => `Jeder Bahnhof im Vorrat bringt ${points} Punkte.`,
  scoreGoods: 'Waren zählen, was auf ihnen steht.',
  scoreTies: 'Bei gleichen Punkten liegt vorn, wer mehr Zielkarten erfüllt hat.',
  symbols: 'Farben und Zeichen',
  symbolsText: 'Jede Farbe hat ihr eigenes Zeichen, auf Karten und Strecken dasselbe.',
  here: 'So spielst du hier',
  hereText: [
    'Strecken, die du bauen kannst, leuchten; ein Klick zeigt, womit du zahlen kannst. Ein Klick auf eine andere sagt, warum sie nicht geht.',
    'Mit der Tastatur: Tab geht zur Karte, Pfeiltasten gehen von Ort zu Ort, Bild auf und Bild ab durch alles, was gebaut werden kann, Enter wählt.',
  ],

  notes: {
    ferry:
      'Felder mit einer Lokomotive müssen mit Lokomotiven bezahlt werden. Für die übrigen gilt eine beliebige Farbe, oder weitere Lokomotiven.',
    tunnel:
      'Leg zuerst deine Karten vor. Dann werden drei Karten vom Stapel aufgedeckt: Jede in deiner Farbe und jede Lokomotive kostet dich eine Karte mehr. Kannst oder willst du nicht zahlen, nimmst du deine Karten zurück, und der Zug ist vorbei.',
    station:
      'Stell einen Bahnhof in eine Stadt, die noch keinen hat. Der erste kostet eine Karte, der zweite zwei, der dritte drei, alle in einer Farbe. Am Ende nutzt du damit für deine Zielkarten eine fremde Strecke in diese Stadt.',
    locomotive:
      'Eine Lokomotive aus der Auslage kostet den ganzen Zug und darf nicht die zweite Karte sein. Vom Stapel ist sie eine Karte wie jede andere.',
    locomotive4: 'Gilt als jede Farbe, aber nur auf Strecken mit vier oder mehr Feldern.',
    passenger:
      'Ein Passagier reist über deine Strecken, jede höchstens einmal; eine fremde Strecke kostet eine Passagierkarte. In jeder Stadt nimmt er die wertvollste Ware, die noch da ist.',
    parallel:
      'Niemand darf zwei Strecken zwischen denselben Städten besitzen. Zu zweit oder zu dritt kann nur eine davon gebaut werden.',
    tickets:
      'Du behältst mindestens so viele wie verlangt. Eine Zielkarte, die am Ende nicht erfüllt ist, kostet ihre Punkte.',
    lastRound: 'Jemand hat kaum noch Waggons: Alle sind noch einmal am Zug, dann ist das Spiel zu Ende.',
    longest:
      'Der längste Weg über verbundene Strecken einer Person, in Waggons gezählt. Er darf mehrmals durch eine Stadt führen, aber nur einmal über jede Strecke.',
  },
};
