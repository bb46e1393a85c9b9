/** Style sheets are Vite's. */
declare module '*.css';
