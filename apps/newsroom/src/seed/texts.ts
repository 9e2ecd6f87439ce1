// The pieces of the demonstration: a small town's newspaper. Everything in them is fictional.

export const BUDGET = `The council approved next year's budget at ten past two in the morning, after nine hours and one vote that had to be repeated. The flood wall gets its money. The swimming hall does not, or not yet.

The largest single sum, 4.2 million, goes to the wall between the fish market and the old shipyard. It is to be finished before the autumn storms of the year after next.

## What the night was about

The dispute was not about the wall. It was about who pays for running it: pumps, gates and the people who look after them cost some 180,000 a year. The harbour had offered a third. The council wanted half, and got two fifths.

"We are buying a machine that has to work on the worst night of the year," said the treasurer, Ines Falk. "That is not a thing to save on."

The roof of the swimming hall was put off for the fourth time. Repairing it would cost 610,000 today; four years ago it would have been 380,000. That difference has a name, and [we have explained it](/documents/what-is-technical-debt) at the example of the ferry's ticket machines.

## What happens next

The district has six weeks to object. Nobody expects it to.`;

export const TIDE = `For eleven days in October the tide gauge at the fish market stood still, and nobody noticed. The harbour office has now said why: a battery, a form and a holiday.

The gauge sends the height of the water every ten minutes. When its battery fell below a limit it went on sending the last value that it had: 3.18 metres, day and night, high water and low.

| day | table | gauge |
| --- | --: | --: |
| 4 October, noon | 4.1 m | 3.18 m |
| 4 October, evening | 0.9 m | 3.18 m |
| 5 October, noon | 4.2 m | 3.18 m |

A message about the battery had gone to an address that was closed in spring. The second one, to the person who was away.

Since last week a program compares the gauge with [the tide table](/documents/reading-a-tide-table) and rings somebody when both disagree for an hour.`;

export const KITCHEN = `From January all four primary schools cook their own lunch again. The contract with the central kitchen, forty kilometres away, ends with the year.

The kitchens are still there. They were shut nine years ago and used for chairs. Of eleven cooks who were asked whether they would come, nine said yes.

A meal will cost parents three euros twenty, twenty cents more than now. What it costs the town is to be counted for a year, and then told.

"Carrots first," said Tomas Reke, who will run the kitchen at the North School. "Everybody thinks that children do not like carrots. Children do not like carrots that were warm for three hours."`;

export const FERRY = `Line 4 between the fish market and the islands will stop at the end of January, according to a timetable that the harbour company has drawn up.

Commuters would then have to take line 2, which takes half an hour longer. The company did not answer our questions by the time of going to press.`;

export const LIBRARY = `Die Hafenbücherei öffnet ab dem ersten Advent auch am Sonntag, von elf bis siebzehn Uhr. Ausgeliehen wird am Automaten; vorgelesen wird von Menschen.

Möglich machen das vierzehn Freiwillige und ein Schloss, das sich mit dem Ausweis öffnet. „Sonntags ist hier die einzige warme Bank am Hafen“, sagt die Leiterin Hanne Voss.

Der Versuch läuft bis zum Sommer. Danach wird gezählt.`;

export const FLOOD_WALL = `The wall will be two metres and forty high. Everybody says that this is enough.

The last time the water stood higher was in the night of 3 January 1976. What it reached then is marked at the corner of the fish market: two metres and ninety.`;

export const SWIMMING = `The swimming hall opens an hour earlier on weekdays from December, at six. The early hour is for those who swim lengths; the small pool stays closed until eight.`;

export const BRIDGE = `The harbour bridge gets new planks, one after the other, while it stays open. I counted 1,140 of them.

Still to come: how long a plank lasts, from the road office, and a word of the carpenter.`;

export const MARKET = `The Christmas market moves to the old shipyard. There will be no skating rink: the ice would have needed as much power as forty flats.`;
