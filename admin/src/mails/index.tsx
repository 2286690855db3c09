import type { ResourceProps } from 'react-admin';
import { Route } from 'react-router';
import { lazyList, lazyShow } from '../ui/page/lazyPage.js';
import { NotFound } from '../ui/page/NotFound.js';

const MailList = lazyList(() => import('./MailList.js'), 'MailList');
const MailShow = lazyShow(() => import('./MailShow.js'), 'MailShow');

/** Mails to visitors, sent and unsent: a list and a page for each mail. */
export const mails: ResourceProps = {
  name: 'mails',
  recordRepresentation: 'subject',
  children: [
    <Route key="list" index element={<MailList />} />,
    <Route key="show" path=":id" element={<MailShow />} />,
    <Route key="other" path="*" element={<NotFound />} />,
  ],
};
