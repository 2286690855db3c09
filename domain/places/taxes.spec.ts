import { regionsOf } from './locations.js';
import { asCents } from '../platform/money.js';
import { priceFor } from './prices.js';
import { taxIn, taxOn, taxPlaceOf, untaxedLabel } from './taxes.js';

describe('the tax in a price', () => {
  it.each([
    [225661, 0.13, 25961],
    [209685, 0.05, 9985],
    [227658, 0.14, 27958],
    [229655, 0.15, 29955],
    [1, 0.13, 0],
    [0, 0.13, 0],
  ])('of %d cents at %d is %d', (total, rate, tax) => {
    expect(taxIn(asCents(total), { rate, share: 1 })).toBe(tax);
  });

  it('is of the taxed share of the price before tax, half up to the cent', () => {
    expect(taxIn(asCents(225661), { rate: 0.13, share: 0.5 })).toBe(Math.round((225661 * 0.065) / 1.065));
    expect(taxIn(asCents(225661), { rate: 0.13, share: 0 })).toBe(0);
    expect(taxIn(asCents(21), { rate: 0.05 })).toBe(1);
    expect(taxIn(asCents(10), { rate: 0.05 })).toBe(0);
    expect(taxIn(asCents(11), { rate: 0.05 })).toBe(1);
  });

  it('makes 1,997 dollars and the tax of every province that has a price', () => {
    for (const { slug } of regionsOf('canada')) {
      const total = asCents(Math.round(priceFor('canada', slug).amount * 100));
      const place = taxPlaceOf('canada', slug)!;
      expect([slug, total - taxIn(total, taxOn(place, '2026-11-26'))]).toEqual([slug, 199700]);
    }
  });

  it('has the rate of the day', () => {
    const place = taxPlaceOf('canada', 'NS')!;
    expect(taxOn(place, '2025-03-31')).toEqual({ label: 'HST', rate: 0.15 });
    expect(taxOn(place, '2025-04-01')).toEqual({ label: 'HST', rate: 0.14 });
    expect(taxOn(taxPlaceOf('canada', 'Quebec')!, '2026-01-01')).toEqual({ label: 'GST', rate: 0.05 });
  });

  it('is none outside Canada, and not known without a province there', () => {
    expect(taxPlaceOf('usa', 'NY')).toEqual({ country: 'usa' });
    expect(taxOn({ country: 'other' }, '2026-01-01')).toEqual({ label: untaxedLabel, rate: 0 });
    expect(taxPlaceOf('canada', 'Atlantis')).toBeUndefined();
    expect(taxPlaceOf('canada')).toBeUndefined();
    expect(taxPlaceOf(undefined, 'ontario')).toBeUndefined();
  });
});
