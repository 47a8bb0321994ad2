@echo off
rem Double-click to start the app on Windows. It needs Python 3.11 or later.
cd /d "%~dp0"
where py >nul 2>nul
if %errorlevel%==0 (py -3 run.py %*) else (python run.py %*)
if errorlevel 1 (
    echo.
    echo The app did not start. If Python is missing, install it from the Microsoft Store or python.org, then try again.
)
pause
