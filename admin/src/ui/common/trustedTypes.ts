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

/** Allows react-admin's placeholder, and nothing else, as HTML that comes without a policy. */
export function allowPlaceholders(): void {
  trustedTypes?.createPolicy('default', { createHTML: (html) => (html === placeholder ? html : null) });
}

/** The policy of mails, in a frame without scripts: their HTML as it is. undefined where there are no Trusted Types. */
export const mailPolicy = trustedTypes?.createPolicy('mails', { createHTML: (html) => html });
