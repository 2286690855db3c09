import { type ReactNode } from 'react';
import { AskForProof } from '../../account/AskForProof.js';
import { useMustSetUp } from '../../session/setUp.js';
import { lazyPart } from '../../ui/common/lazyPart.js';
import { Shell } from './Shell.js';

const SetUpPage = lazyPart(() => import('../../account/SetUpPage.js'), 'SetUpPage');

/** The shell, or the set-up of a second factor where the account has to begin with it. */
export const Layout = ({ children }: { children?: ReactNode }) => (
  <>
    {useMustSetUp() ? <SetUpPage /> : <Shell>{children}</Shell>}
    <AskForProof />
  </>
);
