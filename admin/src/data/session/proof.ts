/** Asks the person for their password, a code or a passkey; true once the server has accepted it. */
type AskForProof = () => Promise<boolean>;

let ask: AskForProof | undefined;
let running: Promise<boolean> | undefined;

/** Sets the dialog that asks; returns the function that removes it. */
export function setAskForProof(next: AskForProof): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = undefined;
  };
}

/** Asks in place, once for all calls that wait for it; false where the person does not want to. */
export function proveIdentity(): Promise<boolean> {
  running ??= (ask?.() ?? Promise.resolve(false)).finally(() => (running = undefined));
  return running;
}
