import { Alert } from './Alert.js';

/** Warns visitors not to follow sample instructions. */
export function SampleNotice() {
  return (
    <Alert tone="warning">
      <strong>Sample instructions.</strong> This shop has not been set up yet: please do not send any money.
    </Alert>
  );
}
