import { useDataProvider, useNotify } from 'react-admin';
import { failureMessage } from '#browser/http';
import { messages } from '#domain/platform/messages';
import type { dataProvider } from '../data/dataProvider.js';
import { useSingleFlight } from '../data/useSingleFlight.js';
import { MoreMenu } from '../ui/common/MoreMenu.js';
import { saveFile } from '../ui/exports/ExportsProvider.js';
import { useShowDialog } from '../ui/page/dialogs.js';
import { ErasureDialog } from './ErasureDialog.js';
import type { PersonOfData } from './useErasurePlan.js';
import { useTexts, useTranslate } from '../ui/i18n/useTranslate.js';

/** The acts that give a customer's personal data as a file, and erase it. */
export function usePersonalDataActs(customer: PersonOfData) {
  const label = useTexts('resources.customers.personalData');
  const notify = useNotify();
  const showDialog = useShowDialog();
  const { download: downloadFile } = useDataProvider<typeof dataProvider>();
  const download = useSingleFlight(async () => {
    try {
      const { file } = await downloadFile('GET /customers/{id}/personal-data', { id: customer.id });
      saveFile(file, `personal-data-${customer.id}.zip`);
    } catch (error) {
      notify(failureMessage(error, messages.personalData), { type: 'error' });
    }
  });
  const erase = () => showDialog((close) => <ErasureDialog customer={customer} onClose={close} />);
  return [
    { name: label('export'), onChoose: () => void download() },
    { name: label(customer.erasedAt ? 'eraseAgain' : 'erase'), onChoose: erase },
  ];
}

/** Gives a customer's personal data as a file, and erases it. */
export function PersonalDataMenu({ customer }: { customer: PersonOfData }) {
  const label = useTranslate()('resources.customers.personalData.menu');
  return <MoreMenu id="personal-data-menu" label={label} acts={usePersonalDataActs(customer)} />;
}
