import { useEffect, useState } from 'react';
import { setAskForProof } from '../../data/session/proof.js';
import { withTexts } from '../../ui/i18n/texts.js';
import { lazyPart } from '../../ui/common/lazyPart.js';

const ProofDialog = lazyPart(
  withTexts(() => import('./ProofDialog.js')),
  'ProofDialog',
);

/** Asks in place who the person is, where a call needs a recent proof; the call waits for the answer. */
export function AskForProof() {
  const [answer, setAnswer] = useState<(isProven: boolean) => void>();
  useEffect(
    () =>
      setAskForProof(
        () =>
          new Promise((resolve) =>
            setAnswer(() => (isProven: boolean) => {
              setAnswer(undefined);
              resolve(isProven);
            }),
          ),
      ),
    [],
  );
  return answer && <ProofDialog onProven={() => answer(true)} onCancel={() => answer(false)} />;
}
