/** The operator's text on how to pay, line by line as it was written. */
export function Instructions({ text }: { text: string }) {
  return <pre className="instructions">{text}</pre>;
}
