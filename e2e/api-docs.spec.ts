import { expect, test } from './support/test.js';

// A violation of the content security policy is an error on the console, which fails the test.
test('the API page shows the calls, and lets an admin make one', async ({ page, server }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: /Thailand Real Estate Trip/ })).toBeVisible();
  await expect(page.locator('.opblock')).not.toHaveCount(0);

  await page.getByRole('button', { name: 'Authorize' }).click();
  await page.getByRole('textbox').fill((await server.login()).token);
  await page.getByRole('button', { name: 'Apply credentials' }).click();
  await page.getByRole('button', { name: 'Close' }).click();

  const made = await server.api('/customers', {
    method: 'POST',
    body: {
      fullName: 'Found Through The Page',
      email: 'page@example.com',
      phone: '4165550100',
      country: 'other',
      address: '1 Road',
      city: 'Chiang Mai',
      postalCode: '50100',
    },
  });
  const { _id } = (await made.json()) as { _id: string };
  const call = page.locator('#operations-Customers-CustomersController_find');
  // Swagger UI draws a call once it comes into sight.
  await expect(async () => {
    await page.mouse.wheel(0, 1000);
    await expect(call).toBeVisible({ timeout: 200 });
  }).toPass();
  await call.getByRole('button').first().click();
  await call.getByRole('button', { name: 'Try it out' }).click();
  await call.getByPlaceholder('id').fill(_id);
  await call.getByRole('button', { name: 'Execute' }).click();
  await expect(call.locator('.live-responses-table')).toContainText('Found Through The Page');
});
