import type { CustomerRecord } from '../data/records.js';
import { DialogButton } from '../ui/common/buttons.js';
import { lazyPart } from '../ui/common/lazyPart.js';
import { BulkActions, useSelected } from '../ui/lists/selection.js';
import { useTexts } from '../ui/i18n/useTranslate.js';

const MergeDialog = lazyPart(() => import('./MergeDialog.js'), 'MergeDialog');

/** Merges two selected customers: the older one stays. */
export function CustomerBulkActions() {
  const label = useTexts('resources.customers.merge');
  const { records, unselect } = useSelected<CustomerRecord>();
  const [into, from, more] = [...records].sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  if (!into) return null;
  const isPair = from && !more;
  return (
    <BulkActions
      label={label('bar')}
      details={isPair ? undefined : ` · ${label('pair')}`}
      hasMatching={false}
    >
      <DialogButton
        variant="contained"
        disabled={!isPair}
        dialog={(close) =>
          isPair && (
            <MergeDialog
              id={into.id}
              from={from.id}
              onMerged={() => unselect([into.id, from.id])}
              onClose={close}
            />
          )
        }
      >
        {label('action')}
      </DialogButton>
    </BulkActions>
  );
}
