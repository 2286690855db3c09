import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { formatTime } from '#domain/dates';
import { type MailPage, mailKindNames } from '#domain/mail';
import { formatCounted } from '#domain/numbers';
import { EmailText } from '../ui/common/EmailText.js';
import { DateText } from '../ui/common/DateText.js';
import { Table } from '../ui/common/Table.js';
import { TextLink } from '../ui/common/TextLink.js';
import { mailPath } from '../ui/paths.js';
import { MailStateChip } from './fields.js';

/** Mails, each linked to its page; says where there are more. */
export function MailTable({ mails, pagination }: MailPage) {
  const translate = useTranslate();
  const label = (name: string) => translate(`resources.mails.${name}`);
  return (
    <>
      <Table aria-label={label('title')}>
        <thead>
          <tr>
            <th scope="col">{label('date')}</th>
            <th scope="col">{label('mail')}</th>
            <th scope="col">{label('state')}</th>
          </tr>
        </thead>
        <tbody>
          {mails.map((mail) => (
            <tr key={mail._id}>
              <td>
                <DateText value={mail.sentAt ?? mail.createdAt} />
                <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
                  {formatTime(mail.sentAt ?? mail.createdAt)}
                </Typography>
              </td>
              <td>
                <TextLink to={mailPath(mail._id)}>{mailKindNames[mail.kind] ?? mail.kind}</TextLink>
                <Typography
                  variant="caption"
                  color="text.secondary"
                  sx={{ display: 'block', overflowWrap: 'anywhere' }}
                >
                  <EmailText email={mail.to} />
                  {mail.state !== 'sent' && mail.smtpResponse && ` · ${mail.smtpResponse}`}
                </Typography>
              </td>
              <td>
                <MailStateChip {...mail} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {pagination.total > mails.length && (
        <Typography variant="body2" color="text.secondary" sx={{ px: 2, py: 1 }}>
          {translate('resources.mails.more', {
            shown: mails.length,
            total: formatCounted(pagination.total, pagination.atLeast ?? false),
          })}
        </Typography>
      )}
    </>
  );
}
