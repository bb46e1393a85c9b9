/** Vite resolves the imports of style sheets. */
declare module '*.css';
