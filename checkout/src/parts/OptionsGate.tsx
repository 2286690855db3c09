import type { ReactNode } from 'react';
import type { CheckoutOptions } from '#domain/visitor/checkout';
import type { OptionsResult } from '../useOptions.js';
import { useInLanguage } from '../texts/language.js';
import { RetryAlert } from './RetryAlert.js';
import { SampleNotice } from './SampleNotice.js';
import { Skeletons } from './Skeletons.js';

interface OptionsGateProps {
  result: OptionsResult;
  onRetry: () => void;
  children: (options: CheckoutOptions) => ReactNode;
}

/** Renders its children once the payment options are loaded. */
export function OptionsGate({ result, onRetry, children }: OptionsGateProps) {
  const inLanguage = useInLanguage();
  if (result.status === 'loading') return <Skeletons />;
  if (result.status === 'failed')
    return <RetryAlert message={inLanguage(result.message)} onRetry={onRetry} />;
  return (
    <>
      {result.options.sample && <SampleNotice />}
      {children(result.options)}
    </>
  );
}
