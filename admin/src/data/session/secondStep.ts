import type { SecondFactorInput } from '#domain/auth/second-factor';
import { send } from '#browser/http';
import { storeSignIn } from './session.js';

/** Completes a sign-in by the answer to its second step. */
export async function answerSecondStep(input: SecondFactorInput): Promise<void> {
  const { json } = await send('/auth/second-factor', { method: 'POST', body: JSON.stringify(input) });
  storeSignIn(json);
}
