const longest = 120;

/** A value; a long one is cut, and shown whole on hover. */
export function ChangedText({ text }: { text: string }) {
  const characters = [...text];
  if (characters.length <= longest) return <span>{text}</span>;
  return <span title={text}>{characters.slice(0, longest).join('').trimEnd()}…</span>;
}
