/**
 * Parses a whole number from an environment variable; returns the fallback where it is not set.
 * @throws Error whose message names the variable and its range
 */
export function readWholeNumber(
  name: string,
  setting: string | undefined,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number {
  const text = setting?.trim();
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new Error(`${name} takes a whole number from ${min} to ${max}, not ${JSON.stringify(text)}`);
  return value;
}
