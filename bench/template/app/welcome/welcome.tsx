/** A logo for each colour scheme, and two links with an icon. */
import dark from './logo-dark.svg';
import light from './logo-light.svg';

const RESOURCES = [
  {
    href: 'https://reactrouter.com/docs',
    text: 'React Router Docs',
    icon: 'M4 4h9a4 4 0 0 1 4 4v12H8a4 4 0 0 1-4-4z',
  },
  { href: 'https://rmx.as/discord', text: 'Join Discord', icon: 'M3 5h14v9h-6l-4 4v-4H3z' },
];

export function Welcome() {
  return (
    <main className="flex items-center justify-center pt-16 pb-4">
      <div className="flex min-h-0 flex-1 flex-col items-center gap-16">
        <header className="flex flex-col items-center gap-9">
          <div className="w-[500px] max-w-[100vw] p-4">
            <img
              src={light}
              alt="React Router"
              width="500"
              height="120"
              className="block w-full dark:hidden"
            />
            <img
              src={dark}
              alt="React Router"
              width="500"
              height="120"
              className="hidden w-full dark:block"
            />
          </div>
        </header>
        <nav className="w-full max-w-[300px] space-y-4 rounded-3xl border border-gray-200 p-6 dark:border-gray-700">
          <p className="text-center leading-6 text-gray-700 dark:text-gray-200">What&apos;s next?</p>
          <ul>
            {RESOURCES.map(({ href, text, icon }) => (
              <li key={href}>
                <a
                  className="group flex items-center gap-3 self-stretch p-3 leading-normal text-blue-700 hover:underline dark:text-blue-500"
                  href={href}
                  target="_blank"
                  rel="noreferrer"
                >
                  <svg
                    viewBox="0 0 20 20"
                    width="24"
                    height="24"
                    fill="none"
                    aria-hidden="true"
                    className="stroke-gray-600 group-hover:stroke-current dark:stroke-gray-300"
                  >
                    <path d={icon} strokeWidth="1.5" strokeLinecap="round" />
                  </svg>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </main>
  );
}
