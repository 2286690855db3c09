import { type Step } from '../progress.js';

function titleOf(step: Step): string {
  switch (step.name) {
    case 'location':
      return 'Where are you located?';
    case 'payment':
      return 'Payment Options';
    case 'details':
      if (step.method === 'interac') return 'Interac E-Transfer';
      return step.method === 'wireTransfer' ? 'International Wire Transfer' : 'Bank Transfer Information';
    case 'thankYou':
      return 'Thank You!';
  }
}

export const StepHeading = ({ step }: { step: Step }) => <h1 tabIndex={-1}>{titleOf(step)}</h1>;
