import { Fragment } from 'react';

/** An email address as text. It breaks after its @; elsewhere only where a part alone is wider than its place. */
export const EmailText = ({ email }: { email: string }) =>
  email.split(/(?<=@)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span translate="no">{part}</span>
    </Fragment>
  ));
