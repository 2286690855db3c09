import { Button, DialogContentText } from '@mui/material';
import { Table } from '../../ui/common/Table.js';
import { TitledDialog } from '../../ui/common/TitledDialog.js';
import { useTexts } from '../../ui/i18n/useTranslate.js';

const keys = [
  ['search', ['Ctrl K', '⌘ K']],
  ['filter', ['/']],
  ['next', ['j']],
  ['previous', ['k']],
  ['enter', ['Enter']],
  ['main', ['Enter']],
  ['select', ['x']],
  ['undo', ['u']],
  ['help', ['?']],
] as const;

/** The list of keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const label = useTexts('admin.shortcuts');
  return (
    <TitledDialog
      title={label('title')}
      // The keyboard scrolls it where it is higher than the window.
      content={{ tabIndex: 0, role: 'group', 'aria-label': label('title') }}
      actions={
        <Button autoFocus onClick={onClose}>
          {label('close')}
        </Button>
      }
      onClose={onClose}
    >
      <Table data-whole-words columns={[label('key'), label('does')]}>
        <tbody>
          {keys.map(([name, those]) => (
            <tr key={name}>
              <td data-nowrap>
                {those.map((key, at) => (
                  <span key={key}>
                    {at > 0 && <span> · </span>}
                    <kbd>{key}</kbd>
                  </span>
                ))}
              </td>
              <td>{label(`list.${name}`)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <DialogContentText sx={{ mt: 2 }}>{label('off')}</DialogContentText>
    </TitledDialog>
  );
}
