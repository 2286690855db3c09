/** Trusted Types (https://www.w3.org/TR/trusted-types/), which TypeScript's own types lack. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML: (html: string) => string | null },
  ): { createHTML: (html: string) => string };
}

const trustedTypes = (window as { trustedTypes?: TrustedTypes }).trustedTypes;

/** The text by which react-admin's InputHelperText keeps the line of a message free. */
const placeholder = '&#8203;';

/**
 * Makes the policy by which the browser asks about a text that becomes HTML without one: react-admin's placeholder is
 * allowed, and nothing else.
 */
export function allowPlaceholders(): void {
  trustedTypes?.createPolicy('default', { createHTML: (html) => (html === placeholder ? html : null) });
}

/**
 * The policy of the mails that are shown in a frame without scripts: it leaves their HTML as it is. undefined where the
 * browser has no Trusted Types.
 */
export const mailPolicy = trustedTypes?.createPolicy('mails', { createHTML: (html) => html });
