import { useTranslate } from 'react-admin';
import { ListEmpty } from '../ui/lists/ListEmpty.js';

export function MailListEmpty() {
  const translate = useTranslate();
  return (
    <ListEmpty
      title={translate('admin.mails.empty')}
      hint={translate('admin.mails.emptyHint')}
      action={null}
    />
  );
}
