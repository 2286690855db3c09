import { Fragment } from 'react';

/** An email address as text. It breaks after its dots and its @ rather than inside a word. */
export const EmailText = ({ email }: { email: string }) =>
  email.split(/(?<=[.@])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
