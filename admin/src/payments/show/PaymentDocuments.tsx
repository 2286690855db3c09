import EditIcon from '@mui/icons-material/EditOutlined';
import { Alert, Box, Button } from '@mui/material';
import { FormDataConsumer, SelectInput, TextInput, useRecordContext } from 'react-admin';
import { buyerRules, taxPlaceRules, type TaxPlaceInput } from '#domain/documents/document-calls';
import { type IssuedDocument, leftOf, openInvoice } from '#domain/documents/documents';
import { countries } from '#domain/places/countries';
import { countryNames, findRegion, formRegionsOf } from '#domain/places/locations';
import { formatNamedMoney, toAmount } from '#domain/platform/money';
import { isSettled } from '#domain/payments/payments';
import { inPercent, isTaxed } from '#domain/places/taxes';
import { Hint } from '../../ui/common/fields.js';
import { useWrite } from '../../data/useCall.js';
import type { PaymentRecord } from '../../data/records.js';
import { useHasDocuments } from '../../data/useCounts.js';
import { DialogButton } from '../../ui/common/buttons.js';
import { DocumentTable, useDocumentsOf } from '../../ui/fields/documents/DocumentTable.js';
import { NotLoaded, Section } from '../../ui/common/Section.js';
import { FormDialog } from '../../ui/forms/FormDialog.js';
import { Permitted } from '../../ui/page/Permitted.js';
import { keysOf, useTexts } from '../../ui/i18n/useTranslate.js';

const key = keysOf('resources.documents');

/** Says that documents were issued. */
const issued = ({ documents }: { documents: readonly IssuedDocument[] }) =>
  [key('ofPayment.issued'), { smart_count: documents.length, number: documents[0]?.number }] as const;

interface TypedBuyer {
  name: string;
  address: string;
}

interface CorrectInvoiceProps {
  payment: PaymentRecord;
  /** The open invoice, and what is left of it. */
  invoice: IssuedDocument;
  left: number;
  onClose: () => void;
}

/** The form of another buyer: says what is credited before it is. */
function CorrectInvoice({ payment, invoice, left, onClose }: CorrectInvoiceProps) {
  const label = useTexts('resources.documents');
  const correct = useWrite({
    mutationKey: ['documents', 'issue'],
    mutationFn: (buyer: TypedBuyer, call) =>
      call('POST /payments/{id}/documents', { id: payment.id, body: { buyer } }),
    done: issued,
  });
  const { number, currency, buyer } = invoice;
  const { name, address } = payment.buyer ?? buyer;
  return (
    <FormDialog<TypedBuyer>
      title={label('ofPayment.correct')}
      text={label('ofPayment.correctText', { number, amount: formatNamedMoney(left, currency) })}
      submit={key('ofPayment.correct')}
      isCautious
      maxWidth="sm"
      defaultValues={{ name, address: address.join('\n') }}
      keepsDefaults
      write={correct}
      onClose={onClose}
    >
      <TextInput source="name" isRequired label={label('ofPayment.name')} validate={buyerRules.name} />
      <TextInput
        source="address"
        multiline
        minRows={3}
        isRequired
        label={label('ofPayment.address')}
        validate={buyerRules.address}
      />
    </FormDialog>
  );
}

const countryChoices = countries.map((id) => ({ id, name: countryNames[id] }));

/** The form of the place by which a payment is taxed. */
function TaxPlaceDialog({ payment, onClose }: { payment: PaymentRecord; onClose: () => void }) {
  const label = useTexts('resources.documents');
  const save = useWrite({
    mutationKey: ['payments', 'taxPlace'],
    mutationFn: ({ country, province }: Omit<TaxPlaceInput, 'version'>, call) =>
      call('POST /payments/{id}/tax-place', {
        id: payment.id,
        body: {
          country,
          ...(isTaxed(country) && { province: province ?? '' }),
          version: payment.version,
        },
      }),
    done: key('place.saved'),
  });
  const { country = 'canada', province = '' } = payment.tax ?? {};
  return (
    <FormDialog<Omit<TaxPlaceInput, 'version'>>
      title={label('place.edit')}
      text={label('place.text')}
      submit={key('place.save')}
      defaultValues={{ country, province }}
      keepsDefaults
      write={save}
      onClose={onClose}
    >
      <SelectInput
        source="country"
        isRequired
        label={label('place.country')}
        choices={countryChoices}
        validate={taxPlaceRules.country}
      />
      <FormDataConsumer<Omit<TaxPlaceInput, 'version'>>>
        {({ formData }) =>
          isTaxed(formData.country) && (
            <SelectInput
              source="province"
              isRequired
              label={label('place.province')}
              choices={formRegionsOf(formData.country).map(({ slug, name }) => ({ id: slug, name }))}
              validate={(value: unknown) =>
                taxPlaceRules.province(value, { country: formData.country, version: payment.version })
              }
            />
          )
        }
      </FormDataConsumer>
    </FormDialog>
  );
}

/** "Ontario · HST 13%". */
function taxPlaceText({ tax }: PaymentRecord): string | undefined {
  if (!tax) return undefined;
  const place = findRegion(tax.country, tax.province)?.name ?? countryNames[tax.country];
  return [place, tax.rate ? `${tax.label} ${inPercent(tax.rate)}%` : tax.label].join(' · ');
}

/** The place by which the payment is taxed, and the way to correct it. */
function TaxPlace({ payment }: { payment: PaymentRecord }) {
  const label = useTexts('resources.documents');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, py: 1 }}>
      <Hint sx={{ flex: '1 1 12rem' }}>
        {`${label('place.title')}: ${taxPlaceText(payment) ?? label('place.none')}`}
      </Hint>
      <Permitted to="write" resource="documents">
        <DialogButton size="small" dialog={(close) => <TaxPlaceDialog payment={payment} onClose={close} />}>
          {label('place.edit')}
        </DialogButton>
      </Permitted>
    </Box>
  );
}

/** Issues what is due now, without the delay; also of a payment of before documents were made. */
function IssueButton({ payment }: { payment: PaymentRecord }) {
  const label = useTexts('resources.documents');
  const issue = useWrite({
    mutationKey: ['documents', 'issue'],
    mutationFn: (_, call) => call('POST /payments/{id}/documents', { id: payment.id, body: {} }),
    done: issued,
    tellsFailure: true,
  });
  return (
    <Button size="small" disabled={issue.isPending} onClick={() => issue.mutate()}>
      {label('ofPayment.issue')}
    </Button>
  );
}

/** Invoices and credit notes of the payment, its tax place, and their correction. */
export function PaymentDocuments() {
  const label = useTexts('resources.documents');
  const payment = useRecordContext<PaymentRecord>();
  const hasDocuments = useHasDocuments();
  const { data: documents, error, refetch } = useDocumentsOf({ paymentId: payment?.id ?? '' });
  if (!hasDocuments || !payment || payment.card?.live === false) return null;
  // They come newest first.
  const open = documents && openInvoice(documents.toReversed());
  return (
    <Section
      title={label('ofPayment.title')}
      flush
      isBusy={!documents && !error}
      action={
        <Permitted to="write" resource="documents">
          {open ? (
            <DialogButton
              size="small"
              startIcon={<EditIcon />}
              dialog={(close) => (
                <CorrectInvoice
                  payment={payment}
                  invoice={open}
                  left={toAmount(leftOf(open, documents))}
                  onClose={close}
                />
              )}
            >
              {label('ofPayment.correct')}
            </DialogButton>
          ) : documents && isSettled(payment.status) ? (
            <IssueButton payment={payment} />
          ) : undefined}
        </Permitted>
      }
    >
      {!documents ? (
        <NotLoaded error={error} refetch={refetch} height={40} isFlush />
      ) : documents.length === 0 ? (
        <Hint sx={{ px: 2, pb: 1 }}>
          {/* None comes by itself where it was settled before papers were made. */}
          {[label('ofPayment.none'), payment.status === 'pending' && label('ofPayment.noneHint')]
            .filter(Boolean)
            .join(' ')}
        </Hint>
      ) : (
        <DocumentTable documents={documents} />
      )}
      {payment.lettersMissing && (
        <Alert severity="warning" sx={{ mx: 2, my: 1 }}>
          {label('ofPayment.lettersMissing')}
        </Alert>
      )}
      <TaxPlace payment={payment} />
    </Section>
  );
}
