/** The route of every address without a page. */
import { data } from 'react-router';
import { NotFoundPage } from './problem-page.tsx';

export const loader = () => data(null, { status: 404 });

export default NotFoundPage;
