import { afterEach, describe, expect, it, vi } from 'vitest';
import { emptyProgress, type Progress, type TransferPurchase } from './progress.js';
import { parseSaved } from './savedProgress.js';
import { save, storedText } from './storage.js';
import { aCardPurchase, aPurchase, aRequest } from '../fixtures.js';

const request = aRequest();
const inParts = {
  ...request,
  payment: { ...request.payment, parts: [{ share: 0.5 }, { share: 0.5, on: '2099-02-01' }] },
};
const plan: TransferPurchase['plan'] = [
  { amount: 1128.31, due: '2099-01-01', open: 1128.31, state: 'due', quoted: 1128.31 },
  { amount: 1128.3, due: '2099-02-01', open: 1128.3, state: 'due', quoted: 1128.3 },
];

const progress: Progress = {
  location: { country: 'canada', province: 'ontario', state: '' },
  method: 'interac',
  details: { ...emptyProgress.details, fullName: 'Ann Example' },
  attempt: { key: aPurchase().key, sent: [aRequest()] },
  parts: [{ share: 0.25 }, { share: 0.75, days: 60 }],
  card: { key: aCardPurchase().key, openedAt: 1, trouble: 'late', failedReference: 'FAILED' },
  purchases: [aPurchase(), aPurchase({ request: inParts, plan }), aCardPurchase()],
};

const load = () => parseSaved(storedText() ?? '');

function loadChanged(change: (saved: Record<string, unknown>) => unknown) {
  save({ progress, step: 'details' });
  const saved = JSON.parse(sessionStorage.getItem('checkout')!) as Record<string, unknown>;
  sessionStorage.setItem('checkout', JSON.stringify({ ...saved, ...(change(saved) as object) }));
  return load();
}

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

describe('the progress kept for a tab', () => {
  it('comes back as it was', () => {
    save({ progress, step: 'details' });
    expect(load()).toEqual({ progress, step: 'details' });
  });

  it('comes back with a text that is too long for its field', () => {
    const details = { ...progress.details, transferReference: 'x'.repeat(10_001) };
    save({ progress: { ...progress, details }, step: 'details' });
    expect(load()?.progress).toEqual({ ...progress, details });
  });

  it('is none before anything was kept', () => expect(load()).toBeUndefined());

  it.each<[string, (saved: Record<string, unknown>) => unknown]>([
    ['of another version', () => ({ version: 0 })],
    ['with an unknown step', () => ({ step: 'toString' })],
    ['with an unknown country', () => ({ location: { country: 'atlantis', province: '', state: '' } })],
    ['with a region of elsewhere', () => ({ location: { country: 'usa', province: 'ontario', state: '' } })],
    ['with an unknown method', () => ({ method: 'constructor' })],
    ['with details that are no text', () => ({ details: { ...progress.details, city: { toString: 1 } } })],
    ['with parts that are no list', () => ({ parts: { length: 2 } })],
    ['with a part of no share', () => ({ parts: [{ share: '0.5' }, { share: 0.5 }] })],
    ['with a purchase of no plan', () => ({ receipts: [{ ...aPurchase(), plan: [{ amount: 1 }] }] })],
    ['with fields too many', () => ({ details: { ...progress.details, more: '' } })],
    ['with an attempt under no key', () => ({ attempt: { key: 'x\r\nCookie: y', sent: [] } })],
    ['with purchases that are no list', () => ({ receipts: { length: 1 } })],
    ['with a purchase without a reference', () => ({ receipts: [aPurchase({ referenceNumber: '' })] })],
    ['with a purchase of a sample that is neither', () => ({ receipts: [{ ...aPurchase(), sample: 'no' }] })],
    ['with a link to elsewhere', () => ({ receipts: [aPurchase({ orderPath: 'javascript:alert(1)' })] })],
    ['with a link to another host', () => ({ receipts: [aPurchase({ orderPath: '//x/order/a/b' })] })],
    ['with a purchase that is mailed maybe', () => ({ receipts: [{ ...aPurchase(), mail: 'no' }] })],
    ['with a card under no key', () => ({ card: { key: 'x' } })],
    ['with a card that was opened some day', () => ({ card: { ...progress.card, openedAt: 'today' } })],
    ['with a card in unknown trouble', () => ({ card: { ...progress.card, trouble: 'toString' } })],
    ['with a failed card of no reference', () => ({ card: { ...progress.card, failedReference: '' } })],
    ['with a card payment that failed', () => ({ receipts: [{ ...aCardPurchase(), state: 'failed' }] })],
    [
      'with a card payment of elsewhere',
      () => ({ receipts: [aCardPurchase({ orderPath: '//x/order/a/b' })] }),
    ],
    ['with a card payment of no one', () => ({ receipts: [{ ...aCardPurchase(), summary: {} }] })],
    ['with a purchase of nothing', () => ({ receipts: [{ ...aPurchase(), request: null }] })],
  ])('is ignored %s', (_, change) => expect(loadChanged(change)).toBeUndefined());

  it.each(['', 'null', '{', '[]', '7', '"details"'])('is ignored where it reads %j', (text) => {
    sessionStorage.setItem('checkout', text);
    expect(load()).toBeUndefined();
  });

  it('is done without where the browser refuses storage', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    expect(() => save({ progress, step: 'details' })).not.toThrow();
    expect(load()).toBeUndefined();
  });
});
