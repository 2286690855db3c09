import { underDeadline } from '../values/time-limit.js';
import { interruptible } from './interruptible.js';
import { namedTextOperators } from './string-operators.js';

const endless = (): never => {
  for (;;);
};

describe('a match that does not end', () => {
  afterEach(() => jest.restoreAllMocks());

  it('is refused as too long', () => {
    expect(() => interruptible(endless)).toThrow(expect.objectContaining({ code: 51156 }));
  });

  it('is refused by the time limit of its command, also where the timer is earlier than the clock', () => {
    const [date, since] = [Date.now(), performance.now()];
    jest.spyOn(Date, 'now').mockImplementation(() => date + (performance.now() - since) / 2);
    expect(() => underDeadline(date + 20, () => interruptible(endless))).toThrow(
      expect.objectContaining({ code: 50 }),
    );
  });
});

it('a replacement of many places is ended by the time limit of its command', () => {
  const replaceAll = () =>
    namedTextOperators.$replaceAll!.run({ input: 'a'.repeat(2000), find: 'a', replacement: 'b' });
  expect(() => underDeadline(Date.now() - 1, replaceAll)).toThrow(expect.objectContaining({ code: 50 }));
});
