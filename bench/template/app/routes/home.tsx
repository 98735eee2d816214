/** The only page. */
import { Welcome } from '../welcome/welcome.tsx';

export const meta = () => [
  { title: 'New React Router App' },
  { name: 'description', content: 'Welcome to React Router!' },
];

export default function Home() {
  return <Welcome />;
}
