/** Changing or removing the own account, and the last Admin. */
import { ACCOUNTS } from './accounts.ts';
import { toastWith } from './panel.ts';
import { chooseFor, expect, type Person, test } from './staff.ts';

/** Console message of a browser for a rejected request. */
const REFUSED = /status of 4(01|03|09|22)/;

test('demoting or disabling the own account asks for confirmation', async ({
  page,
  addPerson,
  signInHere,
  api,
  allowErrors,
}) => {
  allowErrors(REFUSED);
  const me = await addPerson('admin');
  await signInHere(me);
  await page.goto('/admin/users');

  await page.getByRole('button', { name: `Edit ${me.name}`, exact: true }).click();
  await page.getByRole('radio', { name: 'Editor' }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  const question = page.getByRole('alertdialog', { name: 'Give up your own rights?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page.getByRole('dialog', { name: `Edit ${me.name}` })).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await question.getByRole('button', { name: 'Become an Editor' }).click();
  await expect(page.getByRole('heading', { name: 'This screen is for Admins' })).toBeVisible();

  await api.patch(`/api/admin/users/${me.id}`, { data: { role: 'admin' } });
  await page.reload();
  await chooseFor(page, me, 'Disable');
  await page.getByRole('button', { name: 'Disable my account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('the last Admin cannot be removed, disabled or demoted', async ({ page, api, allowErrors }) => {
  allowErrors(REFUSED);
  const { items } = await (await api.get('/api/admin/users?limit=500')).json();
  for (const { id, role, email } of items as (Person & { role: string })[]) {
    if (role === 'admin' && email !== ACCOUNTS.admin.email) await api.delete(`/api/admin/users/${id}`);
  }
  const owner = items.find(({ email }: Person) => email === ACCOUNTS.admin.email) as Person;
  const refusal = 'The last Admin can be neither removed, disabled nor demoted.';
  await page.goto('/admin/users');
  await chooseFor(page, owner, 'Delete');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(toastWith(page, refusal)).toBeVisible();
  await page.getByLabel('Dismiss').click();

  await page.getByRole('button', { name: `Edit ${owner.name}`, exact: true }).click();
  await page.getByRole('radio', { name: 'Editor' }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Become an Editor' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(refusal);
});
