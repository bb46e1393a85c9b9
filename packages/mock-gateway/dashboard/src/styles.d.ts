/** Vite resolves style sheets. */
declare module '*.css';
