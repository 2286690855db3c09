import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'react-admin';
import { Table } from '../common/Table.js';

const keys: [name: string, keys: string[]][] = [
  ['search', ['Ctrl K', '⌘ K']],
  ['filter', ['/']],
  ['next', ['j']],
  ['previous', ['k']],
  ['enter', ['Enter']],
  ['main', ['Enter']],
  ['select', ['x']],
  ['undo', ['u']],
  ['help', ['?']],
];

/** The list of keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const label = (name: string) => translate(`admin.shortcuts.${name}`);
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby="keys-title">
      <DialogTitle id="keys-title">{label('title')}</DialogTitle>
      {/* The keyboard scrolls it where it is higher than the window. */}
      <DialogContent tabIndex={0} role="group" aria-labelledby="keys-title">
        <Table data-whole-words>
          <thead>
            <tr>
              <th scope="col">{label('key')}</th>
              <th scope="col">{label('does')}</th>
            </tr>
          </thead>
          <tbody>
            {keys.map(([name, those]) => (
              <tr key={name}>
                <td data-nowrap>
                  {those.map((key, at) => (
                    <span key={key}>
                      {at > 0 && ' · '}
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
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {label('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
