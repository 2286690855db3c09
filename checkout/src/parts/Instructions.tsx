/** The operator's payment instructions, with their line breaks. */
export function Instructions({ text }: { text: string }) {
  return <pre className="instructions">{text}</pre>;
}
