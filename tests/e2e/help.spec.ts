/** Help: questions, draw times, support and glossary. */

import { expect, test } from './fixtures.ts';

test('questions open by mouse and keyboard; shows times, instructions, support and glossary', async ({
  page,
}) => {
  await page.goto('/help');
  const answer = page.getByText('Fifteen minutes after each draw.');
  await expect(answer).toBeHidden();
  await page.getByText('When are results published?').click();
  await expect(answer).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(answer).toBeHidden();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByText('ഹോം പേജിലും ചാർട്ടുകളിലും.')).toBeVisible();
  await expect(page.getByText('ഹോം പേജിലും ചാർട്ടുകളിലും.')).toHaveAttribute('lang', 'ml');

  const times = page.getByRole('region', { name: 'Draw times and time zone' });
  await expect(times.getByRole('row')).toHaveText([
    'DrawResultAnnouncement',
    '10:00 AM10:15 AM10:30 AM',
    '12:00 PM12:15 PM12:30 PM',
    '02:00 PM02:15 PM02:30 PM',
    '05:00 PM05:15 PM05:30 PM',
    '07:00 PM07:15 PM07:30 PM',
  ]);
  await expect(times).toContainText('Indian Standard Time (IST)');
  await expect(times).toContainText('10:00 AM IST is 04:30 UTC.');

  await expect(page.getByRole('region', { name: 'How to check a result' }).getByRole('listitem')).toHaveCount(
    5,
  );
  const support = page.getByRole('region', { name: 'Support' });
  await expect(support.getByRole('link', { name: '+91 471 000 0000' })).toHaveAttribute(
    'href',
    'tel:+914710000000',
  );
  await expect(support.getByRole('link', { name: 'contact@example.org' })).toHaveAttribute(
    'href',
    'mailto:contact@example.org',
  );
  await expect(support).toContainText('We reply within 24 hours.');
  for (const line of ['9:00 AM – 6:00 PM', '10:00 AM – 4:00 PM', 'Closed'])
    await expect(support).toContainText(line);
  const glossary = page.getByRole('region', { name: 'Glossary' });
  await expect(glossary.getByRole('term')).toHaveText([
    '3D',
    '2D',
    '1D',
    'Draw number',
    'Time slot',
    'Published',
  ]);
  await expect(glossary).toContainText('48207 → 207');
  await expect(glossary).toContainText('48207 → 07');
  await expect(glossary).toContainText('SC151120262: 15 November 2026, 12:00 PM.');

  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'Glossary' })
    .click();
  await expect(page).toHaveURL(/#glossary$/);
  await expect(page.getByRole('heading', { name: 'Glossary' })).toBeInViewport();
});
