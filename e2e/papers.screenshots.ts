import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from '@playwright/test';
import type { CheckoutResponse } from '#domain/visitor/checkout';
import type { DocumentList } from '#domain/documents/documents';
import { aCheckout } from '../backend/src/testing/builders.js';
import { optionsFile } from '../backend/src/testing/options-file.js';
import { TestServer } from '../backend/src/testing/test-server.js';
import { waitFor } from '../backend/src/testing/wait-for.js';

const registration = '123456789 RT0001';
const options = {
  company: {
    legalName: 'Example Trips Inc.',
    address: '1 Example Street\nToronto ON  M5V 2T6\nCanada',
    country: 'canada',
    phone: '+1 416 555 0100',
    email: 'office@example.com',
    registrations: [{ label: 'GST/HST', number: registration }],
    notes: { en: 'Refunds until May 1.' },
  },
  tax: { share: 1, registration },
};

/** Dots an inch of the picture. */
const resolution = '90';

/** Draws the file with pdftoppm (apt-get install poppler-utils), as a browser without a window shows none. */
test('an invoice', async () => {
  const server = await TestServer.start({ ...optionsFile(options), MAIL_DELAY_SECONDS: '0' });
  try {
    const read = async <Body>(path: string, init?: Parameters<TestServer['api']>[1]): Promise<Body> =>
      (await (await server.api(path, init)).json()) as Body;
    const body = aCheckout({ fullName: 'Ann Example', email: 'ann@example.com' });
    const { paymentId } = await read<CheckoutResponse>('/payments/checkout', { method: 'POST', body });
    await read(`/payments/${paymentId}/status`, { method: 'PATCH', body: { status: 'paid' } });
    let invoice: string | undefined;
    await waitFor(async () => {
      const { documents } = await read<DocumentList>(`/documents?filter[paymentId]=${paymentId}`);
      invoice = documents[0]?._id;
      return invoice !== undefined;
    });
    const file = join(await mkdtemp(join(tmpdir(), 'trip-paper-')), 'invoice.pdf');
    await writeFile(file, await (await server.api(`/documents/${invoice}/pdf`)).bytes());
    const picture = join(import.meta.dirname, '../docs/screenshots/invoice');
    await promisify(execFile)('pdftoppm', ['-png', '-singlefile', '-r', resolution, file, picture]);
  } finally {
    await server.dispose();
  }
});
