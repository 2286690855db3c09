import { type Failure, isOutcomeUnknown } from '../api.js';
import { Alert } from './Alert.js';

/** Says why the details were not accepted, and what to do. */
export function FailureAlert({ failure }: { failure: Failure }) {
  return (
    <Alert tone="error" urgent>
      <p>{failure.message}</p>
      {failure.retryAfter && (
        <p>
          You can try again in {failure.retryAfter} {failure.retryAfter === 1 ? 'second' : 'seconds'}.
        </p>
      )}
      <p>
        Everything you typed is still here.
        {failure.status === 409 &&
          !failure.fields.acceptedTerms &&
          ' Pressing “Complete Purchase” again records it as a payment of its own.'}
        {isOutcomeUnknown(failure) && ' Trying again is safe: your purchase is not recorded twice.'}
      </p>
    </Alert>
  );
}
