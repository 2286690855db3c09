/** Encodes a text with one byte per letter, by the decoder of the same encoding. */
export function encoded(encoding: string, text: string): Buffer {
  if (encoding === 'windows-1252')
    return Buffer.from(text.replace('€', '\x80').replace('’', '\x92').replace('œ', '\x9C'), 'latin1');
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const),
  );
  return Buffer.from([...text].map((character) => bytes.get(character)!));
}
