import type { TestServer } from '../../backend/src/testing/test-server.js';

export const today = new Date().toISOString().slice(0, 10);

/** A bank's CSV file with today's transactions. */
export const bankFile = (rows: readonly (readonly [text: string, amount: number])[]): Buffer =>
  Buffer.from(
    [
      'Date,Description,Amount',
      ...rows.map(([text, amount]) => `${today},"${text}",${amount.toFixed(2)}`),
    ].join('\n'),
  );

/** Creates an account in CAD; returns its id. */
export const createAccount = async (server: TestServer): Promise<string> => {
  const body = { name: 'RBC Business', currency: 'CAD', lastDigits: '4821' };
  const answer = await server.api('/bank-accounts', { method: 'POST', body });
  return ((await answer.json()) as { _id: string })._id;
};

/** Imports a file by the API. */
export async function importFile(server: TestServer, accountId: string, file: Buffer): Promise<void> {
  const { token } = await server.login();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream' };
  const uploaded = await fetch(`${server.url}/api/bank-accounts/${accountId}/statements?fileName=bank.csv`, {
    method: 'POST',
    headers,
    body: new Uint8Array(file),
  });
  const { _id } = (await uploaded.json()) as { _id: string };
  await server.api(`/statements/${_id}/mapping`, { method: 'PUT', body: { confirmed: true } });
  const imported = await server.api(`/statements/${_id}/import`, { method: 'POST' });
  if (!imported.ok) throw new Error(await imported.text());
}
