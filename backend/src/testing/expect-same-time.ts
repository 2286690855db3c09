const pairs = 25;
const rounds = 4;
const bounds = { least: 0.6, most: 1.7 };

const median = (all: number[]): number => all.sort((one, other) => one - other)[Math.floor(all.length / 2)]!;

/**
 * Expects two calls to take the same time. They are made in turns, each first as often as the other; the median of the
 * pairs' ratios counts. Other work on the machine may distort one round, while a difference is there in every round.
 * @param known performs the call and returns its duration
 * @param unknown the same for the other call
 */
export async function expectSameTime(
  known: () => Promise<number>,
  unknown: () => Promise<number>,
): Promise<void> {
  const medians: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const ratios: number[] = [];
    for (let pair = 0; pair < pairs; pair++) {
      const isKnownFirst = pair % 2 === 0;
      const first = await (isKnownFirst ? known() : unknown());
      const second = await (isKnownFirst ? unknown() : known());
      ratios.push(isKnownFirst ? first / second : second / first);
    }
    const ratio = median(ratios);
    if (ratio > bounds.least && ratio < bounds.most) return;
    medians.push(ratio);
  }
  throw new Error(`The known one takes ${medians.map((ratio) => ratio.toFixed(2)).join(', ')} times as long`);
}
