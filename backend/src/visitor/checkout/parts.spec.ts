import { calendarOf } from '#domain/platform/calendar';
import { dayMs } from '#domain/platform/dates';
import { optionsFile } from '../../testing/options-file.js';
import { filledInOptions } from '../../testing/payment-options.js';
import { TestApp } from '../../testing/test-app.js';

// There it is the next day for fourteen hours of each day of UTC.
const TIME_ZONE = 'Pacific/Kiritimati';
const dayIn = (days: number) => calendarOf(TIME_ZONE).dayOf(new Date(Date.now() + days * dayMs));

const halves = (on: string) => [{ share: 0.5 }, { share: 0.5, on }];
const thirds = [{ share: 0.25 }, { share: 0.25, days: 30 }, { share: 0.5, days: 60 }];

describe('a checkout in parts', () => {
  let app: TestApp;
  const { canada, usa, other } = filledInOptions;

  /** Starts the server with the parts of all places, and those of a place. */
  async function start(
    parts: object,
    ofPlace: { canada?: object; usa?: object | false; other?: object } = {},
  ) {
    const places = {
      canada: { ...canada, parts: ofPlace.canada },
      usa: { ...usa, parts: ofPlace.usa },
      other: { ...other, parts: ofPlace.other },
    };
    app = await TestApp.start({ ...optionsFile({ parts, ...places }), TIME_ZONE });
  }
  afterEach(() => app.stop());

  const offered = async () => {
    const { body } = await app.visitor.get('/api/checkout/options').expect(200);
    return body.locations;
  };

  it('is offered in each place by its own parts, until the 14th day before the first fixed one', async () => {
    await start(halves(dayIn(14)), { usa: false, other: halves(dayIn(13)) });
    const { canada: inCanada, usa: inUsa, other: elsewhere } = await offered();
    expect(inCanada.parts).toEqual([{ share: 0.5 }, { share: 0.5, on: dayIn(14), due: dayIn(14) }]);
    expect(inUsa).not.toHaveProperty('parts');
    expect(elsewhere).not.toHaveProperty('parts');
  });

  it('has later days that follow from the day of the purchase', async () => {
    await start(thirds, { other: halves('2020-01-01') });
    const { canada: inCanada, usa: inUsa, other: elsewhere } = await offered();
    const [first, second, third] = thirds;
    expect(inCanada.parts).toEqual([first, { ...second, due: dayIn(30) }, { ...third, due: dayIn(60) }]);
    expect(inUsa.parts).toEqual(inCanada.parts);
    expect(elsewhere).not.toHaveProperty('parts');
  });
});
