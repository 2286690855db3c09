import { useTranslate } from 'react-admin';
import { ListEmpty } from '../ui/lists/ListEmpty.js';

export function MailListEmpty() {
  const translate = useTranslate();
  return (
    <ListEmpty
      title={translate('resources.mails.empty')}
      hint={translate('resources.mails.emptyHint')}
      action={null}
    />
  );
}
