import { Alert } from './Alert.js';

/** Says that nobody must pay by what is shown. */
export function SampleNotice() {
  return (
    <Alert tone="warning">
      <strong>Sample instructions.</strong> This shop has not been set up yet: please do not send any money.
    </Alert>
  );
}
