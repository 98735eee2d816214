/** The document of the page that Lighthouse compares with: what a new React Router project has. */
import type { ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
} from 'react-router';
import './app.css';

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  return (
    <main className="container mx-auto p-4 pt-16">
      <h1>{isRouteErrorResponse(error) ? error.status : 'Error'}</h1>
      <p>{isRouteErrorResponse(error) ? error.statusText : 'The page could not be shown.'}</p>
    </main>
  );
}
